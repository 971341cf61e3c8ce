import { readFile } from 'node:fs/promises'
import { openKiosk } from './attendance.ts'
import { numberOf } from './cards/number.ts'
import { pcscCards } from './cards/pcsc.ts'
import { typedLines } from './cards/typed-text.ts'
import { startAutomatically } from './auto-start.ts'
import { chooser } from './choice.ts'
import { commandAt } from './fingers/makers-command.ts'
import { newKey, publicKeyOf } from './fingers/vouching.ts'
import { presenter } from './present.ts'
import { ownRegistration, register, ServerRefusal } from './server/access-key.ts'
import { keepState, readState, type State } from './server/server-state.ts'
import { type Settings, settingsFrom } from './settings.ts'

const tell = (words: string) => void process.stdout.write(`${words}\n`)

/** Returns the stored registration, or registers; each server needs its own registration. */
async function registered(settings: Settings): Promise<State & { appToken: string }> {
  const state = await readState(settings.stateFile)
  const asBefore = settings.fingers === undefined || settings.fingers.model === state.fingers?.model
  if (state.appToken !== undefined && state.server === settings.server && asBefore)
    return { ...state, ...(await latestSettings(settings, state.appToken)), appToken: state.appToken }
  const key = await keyIn(settings)
  const { server, name } = settings
  const { computerId } = state
  const fingers = settings.fingers && { model: settings.fingers.model, key: newKey() }
  const fingerprints = fingers && { model: fingers.model, publicKey: publicKeyOf(fingers) }
  const { appToken, workspace, reading } = await register(server, key, {
    name,
    computerId,
    ...(fingerprints && { fingerprints }),
  })
  const now = { computerId, server, appToken, workspace: workspace.name, reading, ...(fingers && { fingers }) }
  await keepState(settings.stateFile, now)
  tell(`Registered in ${workspace.name} as ${name}`)
  return now
}

/** The workspace's current reader settings; the stored ones remain if the server doesn't answer now. */
async function latestSettings({ server }: Settings, appToken: string): Promise<Pick<State, 'reading'>> {
  try {
    const { reading, newer } = await ownRegistration({ server, appToken })
    if (newer !== undefined) tell(`Version ${newer} is available: ${server}/dashboard/downloads`)
    return { reading }
  } catch (error) {
    if (error instanceof ServerRefusal && error.code !== 'reader-refused') return {}
    throw error
  }
}

async function keyIn({ keyFile }: Settings): Promise<string> {
  if (keyFile === undefined) throw new Error('Specify the file with the Clients key once: --key-file …')
  return (await readFile(keyFile, 'utf8')).trim()
}

async function recordAttendance(settings: Settings, session: string): Promise<void> {
  const { server, name } = settings
  const file = `${settings.stateFile}.attendance`
  const kiosk = await openKiosk({ server, session, name, file, key: () => keyIn(settings), tell })
  for await (const text of settings.pcsc ? pcscCards() : typedLines(process.stdin)) {
    if (text !== '') await kiosk.tap(text)
    if (settings.once && text !== '') break
  }
  await kiosk.close()
}

async function run(): Promise<void> {
  const flags = process.argv.slice(2)
  const settings = await settingsFrom(flags, process.env, process.stdin.isTTY)
  if (settings.autoStart) {
    await registered(settings)
    return tell(await startAutomatically(flags.filter(flag => flag !== '--auto-start')))
  }
  if (settings.session !== undefined) return recordAttendance(settings, settings.session)
  const { appToken, computerId, reading, fingers } = await registered(settings)
  const lines = typedLines(process.stdin)
  const nextLine = async () => {
    const { value, done } = await lines.next()
    return done ? undefined : value
  }
  const overtaking: string[] = []
  const choose = chooser(settings.account, { nextLine, instead: line => void overtaking.push(line), tell })
  const app = { server: settings.server, appToken, computerId }
  const present = presenter(app, choose, tell)
  const command = settings.fingers && commandAt(settings.fingers.command)
  process.once('SIGTERM', () => void present.leave().then(() => process.exit()))

  // PC/SC returns bytes in order; a keyboard reader's format is a setting
  const format = settings.pcsc ? (settings.format ?? 'hex') : settings.format
  const tap = async (text: string) => {
    if (command && fingers) return present.finger({ app, command, by: fingers, tell }, text)
    const cardId = numberOf(text, format, reading)
    if (cardId === undefined) tell("This isn't a card number")
    else await present.tap(cardId)
  }
  for await (const text of settings.pcsc ? pcscCards() : lines) {
    if (text !== '') await tap(text)
    for (let next = overtaking.shift(); next !== undefined; next = overtaking.shift()) await tap(next)
    if (settings.once && text !== '') break
  }
  await present.over()
  command?.end()
}

void run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
