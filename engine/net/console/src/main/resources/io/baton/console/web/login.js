import {byId} from "./dom.js";
import {login, logout, openSession} from "./api.js";

/** Shows the form, if it is not there yet. */
export function showLogin() {
  if (!byId("login").hidden) {
    return;
  }
  for (const section of document.querySelectorAll("main > section")) {
    section.hidden = section.id !== "login";
  }
  byId("pages").hidden = true;
  byId("login").hidden = false;
  document.title = "Log in \u2013 Baton console";
  byId("login-user").focus();
}

export function isLoginShown() {
  return !byId("login").hidden;
}

/** Shows who is logged in, if anybody has to. */
export async function showUser() {
  const {user} = await openSession();
  byId("user").textContent = user;
  byId("user").hidden = byId("logout").hidden = user === "";
}

/** Does something after each login. */
export function prepareLogin(then) {
  byId("login-form").addEventListener("submit", async event => {
    event.preventDefault();
    byId("login-send").disabled = true;
    byId("login-problem").textContent = "";
    try {
      await login(byId("login-user").value, byId("login-password").value);
      await showUser();
      byId("login").hidden = true;
      byId("pages").hidden = false;
      then();
    } catch (error) {
      byId("login-problem").textContent = error.message;
    } finally {
      byId("login-password").value = "";
      byId("login-send").disabled = false;
    }
  });
  byId("logout").addEventListener("click", async () => {
    try {
      await logout();
    } finally {
      // Nothing that was shown stays.
      location.reload();
    }
  });
}
