// The unchanged openai package holds a conversation over wss, once as WS and once as the native WebSocket.
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket';

const [url, key] = process.argv.slice(2);
const client = new OpenAI({ apiKey: key, baseURL: `${url}/v1` });
const later = (ms) => new Promise((go) => setTimeout(go, ms));
const check = (holds, what) => {
  if (!holds) {
    throw new Error(what);
  }
};

function listen(rt) {
  const seen = [];
  const waiting = [];
  const take = (event) => {
    seen.push(event);
    for (const each of [...waiting]) {
      if (each.matches(event)) {
        waiting.splice(waiting.indexOf(each), 1);
        each.done(event);
      }
    }
  };
  rt.on('event', take);
  rt.on('error', () => {});
  const next = (type, matches = () => true) =>
    new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`no ${type} after ${seen.map((e) => e.type).slice(-12)}`)), 15000);
      waiting.push({
        matches: (event) => event.type === type && matches(event),
        done: (event) => {
          clearTimeout(timer);
          done(event);
        },
      });
    });
  return { seen, next };
}

function append(rt, ms, loud) {
  const pcm = new Int16Array(24 * ms);
  for (let i = 0; i < pcm.length; i++) {
    pcm[i] = loud ? 6000 * Math.sin((i * 2 * Math.PI * 300) / 24000) : 0;
  }
  rt.send({ type: 'input_audio_buffer.append', audio: Buffer.from(pcm.buffer).toString('base64') });
}

async function converse(rt) {
  const { seen, next } = listen(rt);
  const created = await next('session.created');
  const updated = next('session.updated');
  rt.send({
    type: 'session.update',
    session: {
      type: 'realtime',
      tools: [{ type: 'function', name: 'get_weather', description: 'Tells the weather.', parameters: { type: 'object', properties: { city: { type: 'string' } } } }],
    },
  });
  check((await updated).session.tools.length === 1, 'the tool is declared');

  let done = next('response.done');
  append(rt, 500, true);
  append(rt, 700, false);
  check((await done).response.status === 'completed', 'the greeting is completed');

  const refused = next('error');
  const first = next('response.output_audio.delta');
  done = next('response.done');
  rt.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'a story' }] } });
  rt.send({ type: 'response.create', event_id: 'first' });
  rt.send({ type: 'response.create', event_id: 'second' });
  const error = (await refused).error;
  check(error.code === 'conversation_already_has_active_response' && error.event_id === 'second', 'one at a time');
  const delta = await first;
  await later(900);
  append(rt, 300, true);
  const cut = await done;
  check(cut.response.status === 'cancelled' && cut.response.status_details.reason === 'turn_detected', 'the story is cut');
  const beyond = next('error');
  rt.send({ type: 'conversation.item.truncate', event_id: 'far', item_id: delta.item_id, content_index: 0, audio_end_ms: 60000 });
  check((await beyond).error.event_id === 'far', 'nobody heard what was not sent');
  const truncated = next('conversation.item.truncated');
  rt.send({ type: 'conversation.item.truncate', item_id: delta.item_id, content_index: 0, audio_end_ms: 600 });
  await truncated;
  const retrieved = next('conversation.item.retrieved');
  rt.send({ type: 'conversation.item.retrieve', item_id: delta.item_id });
  const heard = (await retrieved).item.content[0].transcript;
  check(heard.startsWith('There was') && heard.length < 30, `heard: ${heard}`);
  done = next('response.done', (event) => event.response.id !== cut.response.id);
  append(rt, 700, false);
  await done;

  const called = next('response.done', (event) => event.response.output[0]?.type === 'function_call');
  rt.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'the weather' }] } });
  rt.send({ type: 'response.create' });
  const call = (await called).response.output[0];
  check(call.name === 'get_weather' && JSON.parse(call.arguments).city === 'Rome', 'the tool is called');
  const answered = next('response.output_audio_transcript.done');
  const over = next('response.done');
  rt.send({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: call.call_id, output: '"sunny"' } });
  rt.send({ type: 'response.create' });
  check((await answered).transcript === 'It is sunny in Rome.', 'the tool is answered');
  await over;
  const after = seen.slice(seen.indexOf(cut) + 1);
  check(!after.some((event) => event.response_id === delta.response_id), 'nothing of the cut response comes after it');
  const cancelled = seen.filter((event) => event.type === 'response.done' && event.response.status === 'cancelled');
  check(cancelled.length === 1 && cancelled[0].response.id === delta.response_id, 'one response is cancelled, once');
  rt.close();
  return created.session.id;
}

const ws = new OpenAIRealtimeWS({ model: 'm' }, client);
const native = new OpenAIRealtimeWebSocket({ model: 'm', dangerouslyAllowBrowser: true }, client);
const conversations = await Promise.all([converse(ws), converse(native)]);
console.log(JSON.stringify({ ok: true, conversations }));
process.exit(0);
