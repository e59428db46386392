// What the home page does in the browser: candidates while one types, and running a row. Plain JavaScript as text, served
// by this Worker; test/node/home.test.ts runs it in a real browser. Everything shown is put in as text, never as HTML.
export const HOME_SCRIPT = String.raw`'use strict';
const $ = (id) => document.getElementById(id);
const headers = () => {
  const key = $('owner-key').value.trim();
  return { 'content-type': 'application/json', ...(key === '' ? {} : { 'x-terminal-key': key }) };
};
const say = (text) => { $('status').textContent = text; };
const request = async (path, options) => {
  const response = await fetch(path, options);
  return { ok: response.ok, body: await response.json() };
};
const problem = (body) => [body.title, ...(body.violations || []).map((one) => one.pointer + ' ' + one.message), body.how_to_fix].filter(Boolean).join(' · ');

let asking;
let timer;
const ask = async () => {
  asking?.abort();
  asking = new AbortController();
  const question = $('ask').value;
  try {
    const { ok, body } = await request('/api/resolve?limit=8&ask=' + encodeURIComponent(question), { headers: headers(), signal: asking.signal });
    if (!ok) return say(problem(body));
    $('found').replaceChildren(...body.candidates.map((candidate) => item(candidate, question)));
    say(body.count === 0 ? 'Nothing fits. ' + body.try[0] : question.trim() === '' ? body.total + ' capabilities, the first of them:' : 'The best first:');
  } catch (error) {
    if (error.name !== 'AbortError') say('The service did not answer.');
  }
};
const item = (candidate, question) => {
  const link = document.createElement('a');
  link.href = '/?' + new URLSearchParams({ key: candidate.key, ask: question });
  link.textContent = candidate.key;
  const what = document.createElement('p');
  what.textContent = candidate.what;
  const call = document.createElement('code');
  call.textContent = candidate.call;
  const entry = document.createElement('li');
  entry.append(link, what, call);
  return entry;
};
$('ask')?.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(ask, 150); });
$('asking')?.addEventListener('submit', (event) => { event.preventDefault(); clearTimeout(timer); void ask(); });
// A page that may not read the catalogue without a key is filled in when one is given.
$('owner-key').addEventListener('change', () => { if ($('ask') !== null) void ask(); });

const values = (form) => {
  const args = {};
  for (const field of form.querySelectorAll('[data-type]')) {
    const type = field.dataset.type;
    if (type === 'all') return JSON.parse(field.value);
    if (field.value === '' && !field.required) continue;
    try {
      args[field.name] = type === 'string' ? field.value : JSON.parse(field.value);
    } catch {
      if (type !== 'any') throw new Error(field.name + ' must be ' + type + ', written as JSON.');
      args[field.name] = field.value;
    }
  }
  return args;
};
const run = async (form, shape) => {
  let args;
  try { args = values(form); } catch (error) { return say(error.message); }
  say(shape ? 'Checking …' : 'Running …');
  $('receipt').replaceChildren();
  try {
    const { ok, body } = await request('/api/invoke', { method: 'POST', headers: headers(), body: JSON.stringify({ key: form.dataset.key, args, ...(shape ? { shape: true } : { max_bytes: 20000 }) }) });
    const shown = !ok ? body : shape ? body.shape : 'data' in body ? body.data : body.result;
    $('result').textContent = typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2);
    $('outcome').hidden = false;
    say(!ok ? problem(body) : shape ? 'This is what would be sent. Nothing was sent.' : 'It ran.');
    $('invoke').disabled = !(ok && shape);
    if (body.proof) {
      const link = document.createElement('a');
      link.href = new URL(body.proof.public_receipt).pathname;
      link.textContent = 'Receipt ' + body.proof.invocation_id;
      $('receipt').replaceChildren(link);
    }
    $('result').focus();
  } catch {
    say('The service did not answer. Whether it ran is not known: look at the receipts.');
  }
};
const listen = (form) => {
  form.addEventListener('submit', (event) => { event.preventDefault(); void run(form, event.submitter !== $('invoke')); });
  form.addEventListener('input', () => { $('invoke').disabled = true; });
};
if ($('try') !== null) listen($('try'));

// A directory that is not public is read with the key, so its rows are shown here and not at an address of their own.
const openRow = async (key) => {
  const { ok, body } = await request('/api/directory/' + key + '/contract?full=1', { headers: headers() });
  if (!ok) return say(problem(body));
  const form = $('private-row').content.firstElementChild.cloneNode(true);
  form.dataset.key = key;
  form.querySelector('h2').textContent = key;
  form.querySelector('p').textContent = body.what;
  form.querySelector('textarea').value = JSON.stringify(body.run_now?.json.args ?? {}, null, 2);
  form.querySelector('pre').textContent = JSON.stringify(body, null, 2);
  $('try')?.remove();
  $('outcome').hidden = true;
  $('status').before(form);
  listen(form);
  say('');
  form.scrollIntoView();
};
if ($('private-row') !== null) {
  $('found').addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (link === null) return;
    event.preventDefault();
    void openRow(link.textContent).catch(() => say('The service did not answer.'));
  });
}
`;
