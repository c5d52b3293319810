// What a web site can try against a studio that runs in the same browser; what came of each try.
async ([home, desk]) => {
  const told = {};
  const note = async (name, what) => { try { told[name] = await what(); } catch (error) { told[name] = `failed: ${error.name}`; } };
  const read = async (response) => [response.type, response.status, await response.text()];
  for (const path of ["", "api/studio", `api/desks/${desk}`, "api/library", "static/app.js", "frame"]) {
    await note(`cors /${path}`, async () => read(await fetch(home + path)));
    await note(`no-cors /${path}`, async () => read(await fetch(home + path, { mode: "no-cors" })));
    await note(`with a token /${path}`, async () => read(await fetch(home + path, { headers: { Authorization: "Bearer x" } })));
  }
  for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
    await note(`${method}`, async () => read(await fetch(`${home}api/desks/${desk}`, { method, body: "{}" })));
  }
  await note("simple POST", async () => read(await fetch(`${home}api/desks`, { method: "POST", mode: "no-cors", body: "{}" })));
  await note("beacon", async () => navigator.sendBeacon(`${home}api/desks`, "{}") && "sent");
  await note("form", () => new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.name = "target";
    frame.addEventListener("load", () => { try { done(frame.contentDocument?.body?.textContent || "nothing"); } catch (e) { done("nothing"); } });
    document.body.append(frame);
    const form = document.createElement("form");
    Object.assign(form, { method: "POST", action: `${home}api/desks`, target: "target", enctype: "text/plain" });
    form.innerHTML = `<input name='{"a":"' value='"}'>`;
    document.body.append(form);
    form.submit();
    setTimeout(() => done("nothing"), 3000);
  }));
  for (const path of ["api/studio", "static/style.css", "frame"]) {
    await note(`image /${path}`, () => new Promise((done) => {
      const image = new Image();
      image.onload = () => done("loaded");
      image.onerror = () => done("nothing");
      image.src = home + path;
    }));
  }
  for (const path of ["static/app.js", "api/studio"]) {
    await note(`script /${path}`, () => new Promise((done) => {
      const script = document.createElement("script");
      script.onload = () => done("loaded");
      script.onerror = () => done("nothing");
      script.src = home + path;
      document.head.append(script);
    }));
  }
  await note("socket", () => new Promise((done) => {
    const socket = new WebSocket(`${home.replace("http", "ws")}api/studio`);
    socket.onopen = () => done("open");
    socket.onerror = () => done("nothing");
  }));
  await note("events", () => new Promise((done) => {
    const source = new EventSource(`${home}api/studio`);
    source.onmessage = () => done("heard");
    source.onerror = () => (source.close(), done("nothing"));
  }));
  return told;
}
