let session = null;

async function answer(response) {
  const body = await response.json();
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

export async function call(procedure, values) {
  const send = () => fetch("api/call", {
    method: "POST",
    headers: {"Content-Type": "application/json", [session.tokenHeader]: session.token},
    body: JSON.stringify({procedure, arguments: values})
  });
  session ?? await openSession();
  let response = await send();
  if (response.status === 403) {
    // Another run of the server has another token.
    await openSession();
    response = await send();
  }
  return answer(response);
}
