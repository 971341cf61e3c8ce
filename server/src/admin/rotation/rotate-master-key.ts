import type pg from 'pg'
import type { SealedSubject, Sealer } from '#platform/secrets/seal.ts'
import { type Command, CommandRefusal } from '../command.ts'

interface Place {
  name: string
  /** Reads rows after an ID, ordered by ID, locked until the transaction ends; `about` is the associated data. */
  read: string
  write: string
}

const batch = 500

const ofTable = (table: string, column: string, owner: string) => ({
  read: `select id::text, '${table}:${column}:' || id || ' of ' || ${owner} as about, ${column} as sealed from ${table}
    where ${column} is not null and ($1 = '' or id > nullif($1, '')::uuid) order by ${table}.id limit $2 for update`,
  write: `update ${table} set ${column} = $2 where id = $1::uuid`,
})

const ofJobs = (kind: string, about: string) => ({
  read: `select id::text, ${about} as about, decode(data->>'sealed', 'base64') as sealed from jobs.job
    where name = '${kind}' and ($1 = '' or id > nullif($1, '')::uuid) order by jobs.job.id limit $2 for update`,
  write: `update jobs.job set data = jsonb_set(data::jsonb, '{sealed}', to_jsonb(translate(encode($2, 'base64'), E'\\n', '')))
    where name = '${kind}' and id = $1::uuid`,
})

const pageOfVisit = "coalesce((select a.page_id::text from self_service_addresses a where a.address = page), '')"

// All columns encrypted with the master key
const places: readonly Place[] = [
  {
    name: 'installation secrets',
    read: `select name as id, 'installation_secrets:sealed:' || name || ' of the installation' as about, sealed from installation_secrets
      where name > $1 order by name limit $2 for update`,
    write: 'update installation_secrets set sealed = $2 where name = $1',
  },
  { name: 'workspace keys', ...ofTable('workspaces', 'sealed_key', `'itself'`) },
  { name: 'cards in registrations', ...ofTable('registrations', 'card_sealed', 'email') },
  { name: 'stored emails', ...ofTable('outbox_mails', 'sealed', 'recipient') },
  { name: 'queued emails', ...ofJobs('mail', `'mail:letter:' || (data->>'id') || ' of itself'`) },
  { name: 'queued text messages', ...ofJobs('sms', `'sms:text:' || (data->>'id') || ' of itself'`) },
  { name: 'queued calls', ...ofJobs('call', `'call:text:' || (data->>'id') || ' of itself'`) },
  { name: 'cards in card page visits', ...ofTable('self_service_visits', 'card_sealed', pageOfVisit) },
  { name: 'sign-outs in progress', ...ofTable('saml_logouts', 'onward', 'workspace_id') },
  {
    name: 'queued codes',
    ...ofJobs('sign-in-code', `'sign-in:code:' || (data->>'id') || ' of ' || (data->>'email')`),
  },
]

export const rotateMasterKey: Command = {
  name: 'rotate-master-key',
  takes: '',
  about: 'Encrypts every secret again with the first key of MASTER_KEY; can be restarted after an interruption',
  words: 0,
  options: {},
  async work(operator) {
    const client = await operator.world.superPool.connect()
    try {
      const counts: Record<string, Counts> = {}
      for (const place of places) counts[place.name] = await resealAll(client, operator.world.sealer, place)
      const lost = Object.values(counts).reduce((all, one) => all + one.unreadable, 0)
      const lines = Object.entries(counts).map(
        ([name, is]) => `${name}: ${is.resealed} encrypted again, ${is.already} already up to date`,
      )
      if (lost > 0) {
        const sentence = `${lost} secrets are encrypted with a key that MASTER_KEY doesn't contain. Add the old keys`
        throw new CommandRefusal([sentence, ...lines].join('\n'))
      }
      const last = 'You can remove the old keys from MASTER_KEY once every server uses the new one.'
      return { json: counts, lines: [...lines, last] }
    } finally {
      // Discard the connection, so that the next user doesn't get a broken transaction
      client.release(true)
    }
  },
}

interface Counts {
  resealed: number
  already: number
  unreadable: number
}

async function resealAll(client: pg.ClientBase, sealer: Sealer, place: Place): Promise<Counts> {
  const counts = { resealed: 0, already: 0, unreadable: 0 }
  for (let last = ''; ;) {
    await client.query('begin')
    const { rows } = await client.query<{ id: string; about: SealedSubject; sealed: Buffer }>(place.read, [last, batch])
    for (const { id, about, sealed } of rows) {
      const fresh = sealer.isOld(sealed) ? resealed(sealer, sealed, about) : undefined
      if (fresh) await client.query(place.write, [id, fresh])
      counts[fresh ? 'resealed' : sealer.isOld(sealed) ? 'unreadable' : 'already']++
    }
    await client.query('commit')
    if (rows.length < batch) return counts
    last = rows.at(-1)?.id ?? ''
  }
}

/** Reencrypts with the newest key; undefined if none of the keys decrypts it. */
function resealed(sealer: Sealer, sealed: Buffer, about: SealedSubject): Buffer | undefined {
  let plain: Buffer
  try {
    plain = sealer.open(sealed, about)
  } catch {
    return undefined
  }
  return sealer.seal(plain, about)
}
