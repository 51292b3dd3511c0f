"use strict";
for (const time of document.querySelectorAll("time")) {
  const at = new Date(time.dateTime);
  time.title = time.textContent;
  time.textContent = at.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
for (const button of document.querySelectorAll("button.copy")) {
  const call = button.parentElement.querySelector("code").textContent;
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(call);
    button.textContent = "Copied";
  });
}
