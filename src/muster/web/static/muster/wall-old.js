/* A screen whose browser is too old for wall.js (no modules): plain script of 2009. Every 20 seconds it asks whether
   the page has changed and takes it anew; it shows what the plan says, page by page; clocks count down.
   docs/wall.md. */
(function () {
  var PAGE = 12,
    ASK = 20;
  var body = document.body,
    plan = document.getElementById("plan"),
    last = "",
    at = 0,
    scene = 0,
    begun = new Date().getTime(),
    ahead = 0;

  function each(list, what) {
    for (var number = 0; number < list.length; number += 1) what(list[number], number);
  }

  /* The server's time as the page was made, and what has passed here since: the set's own clock may be wrong. */
  function now() {
    return begun + ahead + (new Date().getTime() - begun);
  }

  function scenes() {
    var steps = (plan.getAttribute("data-plan") || "").split(";"),
      found = "";
    each(steps, function (step) {
      var half = step.split(":");
      if (!found && (!half[0] || Number(half[0]) > now())) found = half[1] || "";
    });
    return (found || "welcome").split("|");
  }

  function two(number) {
    return (number < 10 ? "0" : "") + number;
  }

  function clock(one) {
    var ends = Number(one.getAttribute("data-ends")),
      phase = one.getAttribute("data-phase"),
      place = one.querySelector("[data-clock-left]");
    if (!ends || !place || "running short over".indexOf(phase) < 0) return;
    var seconds = Math.ceil((ends - now()) / 1000),
      all = Math.abs(seconds),
      hours = Math.floor(all / 3600),
      minutes = Math.floor((all % 3600) / 60);
    place.firstChild.nodeValue =
      (seconds < 0 ? "-" : "") + (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(all % 60);
  }

  /* A list in lines is shown as many at a time as the screen is high. */
  function show() {
    var all = scenes(),
      parts;
    scene = scene % all.length;
    parts = " " + all[scene] + " ";
    each(document.querySelectorAll(".part"), function (part) {
      part.style.display = parts.indexOf(" " + part.id + " ") < 0 ? "none" : "block";
    });
    window.scrollTo(0, at * (window.innerHeight - 80));
  }

  function next() {
    var high = document.documentElement.scrollHeight;
    at += 1;
    if (at * (window.innerHeight - 80) + 80 >= high) {
      at = 0;
      scene += 1;
    }
    show();
  }

  function ask() {
    var asked = new XMLHttpRequest();
    asked.open("GET", location.href, true);
    asked.onreadystatechange = function () {
      if (asked.readyState !== 4 || asked.status !== 200) return;
      if (last && last !== asked.responseText) location.reload();
      last = asked.responseText;
    };
    asked.send();
  }

  function set() {
    var said = new XMLHttpRequest();
    said.open("HEAD", location.href, true);
    said.onreadystatechange = function () {
      var date = said.readyState === 4 && said.getResponseHeader("Date");
      if (date) ahead = new Date(date).getTime() - new Date().getTime();
      show();
    };
    said.send();
  }

  if (!plan || !document.querySelector) return;
  document.documentElement.className += " old";
  each(document.querySelectorAll("[data-now]"), function (one) {
    one.style.display = "none";
  });
  body.setAttribute("data-old", "1");
  show();
  set();
  ask();
  setInterval(next, PAGE * 1000);
  setInterval(ask, ASK * 1000);
  setInterval(function () {
    each(document.querySelectorAll("[data-clock]"), clock);
  }, 500);
})();
