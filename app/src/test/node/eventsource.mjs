// Reads the events of a conversation with the eventsource package, cutting its own line at random: half of the time the
// connection breaks below the client, which comes back by itself, and half of the time the client is thrown away and another
// one begins after the last event that was seen. Prints a line when it was cut often enough, and one for every number that it
// is given, when it has seen everything up to there. It begins after the event that it is told to have seen. It ends when it is given no more.
import http from "node:http";
import readline from "node:readline";
import { EventSource } from "eventsource";

const [address, key, kills, eventsMax, seed, before] = process.argv.slice(2);
let random = BigInt(seed);
const next = (below) => {
  random = (random * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
  return Number((random >> 33n) % BigInt(below));
};

let last = Number(before);
let seen = 0;
let killed = 0;
const heads = [];
let gap = null;
let gapFirst = false;
let connections = [];

// A line below the client that can be cut.
const target = new URL(address);
const line = http.createServer((request, response) => {
  const onward = http.request({ host: target.hostname, port: target.port, path: request.url, method: request.method, headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  connections.push(request.socket);
  onward.end();
});

function fail(reason) {
  console.log(JSON.stringify({ failed: reason, last, seen, kills: killed }));
  process.exit(1);
}

let source;
let left = 1 + next(Number(eventsMax));

function open() {
  source = new EventSource(`http://127.0.0.1:${line.address().port}${target.pathname}`, {
    fetch: (input, init) => {
      const headers = { ...init.headers, Authorization: `Bearer ${key}` };
      if (last > 0 && !headers["Last-Event-ID"]) {
        headers["Last-Event-ID"] = String(last);
      }
      return fetch(input, { ...init, headers });
    },
  });
  const mine = source;
  source.onmessage = (event) => {
    if (mine === source) {
      take(event);
    }
  };
  source.addEventListener("gap", (event) => {
    if (mine !== source) {
      return;
    }
    if (gap) {
      fail("a second gap");
    }
    gap = JSON.parse(event.data);
    gapFirst = seen === 0;
    last = gap.to;
  });
}

function take(event) {
  const id = Number(event.lastEventId);
  if (id !== last + 1 || JSON.parse(event.data).event_id !== id) {
    fail(`event ${id} after ${last}`);
  }
  last = id;
  seen++;
  if (killed < Number(kills) && --left === 0) {
    left = 1 + next(Number(eventsMax));
    kill();
  }
  finish();
}

function kill() {
  killed++;
  if (next(2) === 0) {
    connections.forEach((connection) => connection.destroy());
    connections = [];
  } else {
    source.close();
    open();
  }
  if (killed === Number(kills)) {
    console.log(JSON.stringify({ kills: killed, last }));
  }
}

function finish() {
  while (heads.length > 0 && last >= heads[0]) {
    heads.shift();
    console.log(JSON.stringify({ seen, last, gap, gap_first: gapFirst }));
  }
}

readline
  .createInterface({ input: process.stdin })
  .on("line", (text) => {
    heads.push(Number(text));
    finish();
  })
  .on("close", () => process.exit(0));
line.listen(0, "127.0.0.1", () => {
  open();
  if (Number(kills) === 0) {
    console.log(JSON.stringify({ kills: 0 }));
  }
});
