/* Serves the players' pages of one phone: from the network where there is one, else as they were last.
   A page is kept under its own private address and shown under no other. */
"use strict";
const PAGES = "muster-player-pages-1",
  FILES = "muster-player-files-1";
const MOST_PAGES = 8,
  MOST_FILES = 40;
const OWN = /^\/p\/[^/]+$/;

const trim = async (name, most) => {
  const cache = await caches.open(name),
    keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((one) => cache.delete(one)));
};
const put = async (name, address, answer, most) => {
  const cache = await caches.open(name);
  await cache.delete(address);
  await cache.put(address, answer);
  await trim(name, most);
};
const address = (request) => new URL(request.url).pathname;

/* The page as it was, marked so that it says how old it is. */
const old = async (request) => {
  const kept = await (await caches.open(PAGES)).match(address(request));
  if (!kept) return Response.error();
  const text = (await kept.text()).replace("<body", '<body data-old="yes"');
  return new Response(text, { status: 200, headers: kept.headers });
};
const seen = async (request) => {
  const answer = await fetch(request);
  if (answer.status === 200 && !answer.redirected) await put(PAGES, address(request), answer.clone(), MOST_PAGES);
  if (answer.status === 404) await (await caches.open(PAGES)).delete(address(request));
  return answer;
};
const page = (request) => seen(request).catch(() => old(request));
const file = async (request) => {
  const cache = await caches.open(FILES),
    kept = await cache.match(request);
  const coming = fetch(request).then(async (answer) => {
    if (answer.status === 200) await put(FILES, request, answer.clone(), MOST_FILES);
    return answer;
  });
  if (!kept) return coming;
  coming.catch(() => {});
  return kept;
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      const stale = (await caches.keys()).filter(
        (one) => one.startsWith("muster-player-") && one !== PAGES && one !== FILES,
      );
      await Promise.all(stale.map((one) => caches.delete(one)));
      await clients.claim();
    })(),
  ),
);
addEventListener("fetch", (event) => {
  const { request } = event,
    url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  /* What the open page asks in the background must learn that there is no signal, so that is not answered from here. */
  if (OWN.test(url.pathname) && url.pathname !== "/p/sw.js")
    event.respondWith(request.mode === "navigate" ? page(request) : seen(request));
  else if (url.pathname.startsWith("/static/")) event.respondWith(file(request));
});
addEventListener("message", (event) => {
  const wanted = (event.data?.keep ?? [])
    .map((one) => new URL(one, location.origin))
    .filter((one) => one.origin === location.origin);
  event.waitUntil(
    Promise.all(
      wanted.map(async (one) => {
        try {
          const answer = await fetch(one, { cache: "no-store" });
          if (answer.status !== 200) return;
          if (OWN.test(one.pathname)) await put(PAGES, one.pathname, answer, MOST_PAGES);
          else if (one.pathname.startsWith("/static/")) await put(FILES, one.href, answer, MOST_FILES);
        } catch {
          /* next time */
        }
      }),
    ),
  );
});

/* Messages from the tournament: {title, body, url}. */
addEventListener("push", (event) => {
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    /* not ours */
  }
  const url = typeof said.url === "string" && said.url.startsWith("/p/") ? said.url : "";
  event.waitUntil(
    registration.showNotification(String(said.title || "Muster"), {
      body: String(said.body || ""),
      tag: url || "muster",
      data: { url },
    }),
  );
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data ?? {};
  if (!url) return;
  event.waitUntil(
    (async () => {
      const open = (await clients.matchAll({ type: "window" })).find((one) => new URL(one.url).pathname === url);
      await (open ? open.focus() : clients.openWindow(url));
    })(),
  );
});
