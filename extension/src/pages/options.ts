import type { Wish } from '../background.ts'
import { answersAlways, registration } from '../card/card-settings.ts'
import { element, field, fillTexts, text } from './texts.ts'

fillTexts()
const server = field('server')
const key = field('key')
const name = field('name')
const always = field('always')

const say = (words: string) => (element('note').textContent = words)
const ask = (wish: Wish) => chrome.runtime.sendMessage<Wish, string>(wish)

async function show(): Promise<void> {
  const app = await registration()
  element('registered').hidden = app === undefined
  element('form').hidden = app !== undefined
  always.checked = await answersAlways()
  if (app) element('state').textContent = text('registeredAt', app.workspace, app.server, app.name)
  // A page proposed this address, which the user must confirm
  const proposed = decodeURIComponent(location.hash.slice(1))
  server.value = proposed || chrome.runtime.getManifest().host_permissions?.[0]?.replace(/\/\*$/, '') || ''
  if (proposed && proposed !== app?.server) say(text('proposed', proposed))
}

function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost') ? origin : undefined
}

async function registers(): Promise<void> {
  const origin = originOf(server.value.trim())
  if (origin === undefined) return void say(text('notHttps'))
  const allowed = await chrome.permissions.request({ origins: [`${origin}/*`] })
  if (!allowed) return void say(text('notAllowed'))
  const said = await ask({ wish: 'register', server: origin, clientsKey: key.value.trim(), name: name.value.trim() })
  key.value = ''
  say(said === 'ok' ? '' : text('notRegistered', said))
  await show()
}

element('form').addEventListener('submit', event => {
  event.preventDefault()
  void registers()
})
element('forget').addEventListener('click', () => void ask({ wish: 'forget' }).then(show))
always.addEventListener('change', () => void ask({ wish: 'answer always', always: always.checked }))
void show()
