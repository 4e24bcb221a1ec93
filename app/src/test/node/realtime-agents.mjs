// The unchanged Agents SDK holds a conversation over ws: talk, a second response that is refused, barge-in, truncation, a tool call.
import { RealtimeAgent, RealtimeSession, OpenAIRealtimeWebSocket, tool } from '@openai/agents-realtime';
import { z } from 'zod';

const [url, key] = process.argv.slice(2);
const seen = [];
const calls = [];
const weather = tool({
  name: 'get_weather',
  description: 'Tells the weather.',
  parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => {
    calls.push(city);
    return `sunny in ${city}`;
  },
});
const transport = new OpenAIRealtimeWebSocket({ url: `${url}/v1/realtime?model=m` });
const agent = new RealtimeAgent({ name: 'test', instructions: 'Be kind.', tools: [weather] });
const session = new RealtimeSession(agent, { transport });
const waiting = [];
transport.on('*', (event) => {
  seen.push(event);
  for (const each of [...waiting]) {
    if (each.matches(event)) {
      waiting.splice(waiting.indexOf(each), 1);
      each.done(event);
    }
  }
});
const errors = [];
session.on('error', (error) => errors.push(error));

function next(type, matches = () => true) {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`no ${type} after ${seen.map((e) => e.type).slice(-12)}`)), 15000);
    waiting.push({
      matches: (event) => event.type === type && matches(event),
      done: (event) => {
        clearTimeout(timer);
        done(event);
      },
    });
  });
}

function sound(ms, loud) {
  const pcm = new Int16Array(24 * ms);
  for (let i = 0; i < pcm.length; i++) {
    pcm[i] = loud ? 6000 * Math.sin((i * 2 * Math.PI * 300) / 24000) : 0;
  }
  return pcm.buffer;
}

function say(ms = 500) {
  session.sendAudio(sound(ms, true));
  session.sendAudio(sound(700, false));
}

const later = (ms) => new Promise((go) => setTimeout(go, ms));
const check = (holds, what) => {
  if (!holds) {
    throw new Error(what);
  }
};

await session.connect({ apiKey: key });
await next('session.updated', (event) => event.session.tracing === 'auto');

let done = next('response.done');
say();
check((await done).response.status === 'completed', 'the greeting is completed');
await later(400);

const speaking = next('response.output_audio.delta');
done = next('response.done');
say();
const delta = await speaking;
// The SDK itself keeps a second one back until the first is done, so this one goes past it, over the socket that it shows.
const refused = next('error');
transport.connectionState.websocket.send(JSON.stringify({ type: 'response.create', event_id: 'second' }));
const { error } = await refused;
check(error.code === 'conversation_already_has_active_response' && error.event_id === 'second', `one at a time: ${JSON.stringify(error)}`);
const truncated = next('conversation.item.truncated', (event) => event.item_id === delta.item_id);
await later(900);
say();
const cut = await done;
check(cut.response.status === 'cancelled' && cut.response.status_details.reason === 'turn_detected', 'the story is cut');
check((await truncated).audio_end_ms > 500, 'what was heard stays');
check((await next('response.done')).response.status === 'completed', 'what interrupted is answered');

const answered = next('response.done', (event) => event.response.output[0]?.type === 'message');
say();
const answer = await answered;
check(calls.length === 1 && calls[0] === 'Rome', `one call, not ${calls}`);
check(JSON.stringify(answer).includes('It is sunny in Rome.'), 'the tool is answered');

const story = session.history.find((item) => item.itemId === delta.item_id);
const heard = story.content[0].transcript;
check(story.status === 'incomplete', `the story is ${story.status}`);
check(heard.startsWith('There was') && !heard.includes('until one day'), `heard: ${heard}`);
const spoken = session.history.filter((item) => item.role === 'user').map((item) => item.content[0].transcript);
check(spoken.join('|') === 'Hello there|tell me a story|Stop it|the weather', `the history says ${spoken}`);
const after = seen.slice(seen.indexOf(cut) + 1);
check(!after.some((event) => event.response_id === delta.response_id), 'nothing of the cut response comes after it');
const cancelled = seen.filter((event) => event.type === 'response.done' && event.response.status === 'cancelled');
check(cancelled.length === 1 && cancelled[0].response.id === delta.response_id, 'one response is cancelled, once');
check(errors.length === 1, `one error, not ${JSON.stringify(errors)}`);
const ids = seen.filter((event) => event.event_id).map((event) => event.event_id);
check(new Set(ids).size === ids.length, 'every event has its own id');
session.close();
console.log(JSON.stringify({ ok: true, conversation: answer.response.conversation_id, heard }));
process.exit(0);
