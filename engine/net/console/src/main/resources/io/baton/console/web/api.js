let session = null;

/** The server wants to know who asks. */
export class LoginWanted extends Error {}

async function answer(response) {
  const body = await response.json();
  if (response.status === 401) {
    session = null;
    throw new LoginWanted(body.error);
  }
  if (!response.ok) {
    throw new Error(body.error ?? "the server answers " + response.status);
  }
  return body;
}

export async function get(path) {
  return answer(await fetch(path, {cache: "no-store", signal: AbortSignal.timeout(10000)}));
}

export async function openSession() {
  session = await get("api/session");
  return session;
}

const post = (path, token, body) => fetch(path, {
  method: "POST",
  headers: {"Content-Type": "application/json", "Baton-Console": token},
  body: JSON.stringify(body)
});

export async function login(user, password) {
  await answer(await post("api/login", "login", {user, password}));
}

export async function logout() {
  await answer(await post("api/logout", (session ?? await openSession()).token, {}));
}

export async function call(procedure, values) {
  const send = () => post("api/call", session.token, {procedure, arguments: values});
  session ?? await openSession();
  let response = await send();
  if (response.status === 403) {
    // Another run of the server has another token.
    await openSession();
    response = await send();
  }
  return answer(response);
}
