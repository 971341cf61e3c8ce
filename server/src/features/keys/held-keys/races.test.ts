import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { assignCard, cardAt, COMPUTER } from '#test/api/reader.ts'

const home = await startTestApp()
const { as, given, world } = home

async function whileGoing<T>(table: 'security_keys' | 'reader_apps', id: string, work: () => Promise<T>): Promise<T> {
  const hold = await world.superPool.connect()
  try {
    await hold.query('begin')
    await hold.query(`delete from ${table} where id = $1`, [id])
    const done = work()
    // A rejection is handled where it is awaited
    done.catch(() => undefined)
    await expect
      .poll(
        async () => {
          const { rows } = await world.superPool.query<{ n: number }>(
            `select count(*)::integer as n from pg_locks l join pg_stat_activity a using (pid)
              where not l.granted and l.locktype = 'transactionid' and a.datname = current_database()`,
          )
          return rows[0]?.n
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
    await hold.query('commit')
    return await done
  } finally {
    hold.release()
  }
}

// These requests hold no lock while they are answered; only the final store meets the deletion
const requests: [string, number[]][] = [
  ['a key agreement', [0x06, 0xa2, 1, 2, 2, 2]],
  ['an assertion', [0x02, 0xa2, 1, 0x63, 0x61, 0x2e, 0x62, 2, 0x58, 32, ...Buffer.alloc(32)]],
]
let cards = 0

async function tapped() {
  const number = `DE1E7E${String(++cards).padStart(2, '0')}`
  const key = await assignCard(home, await given.addUser('Going', `Card${cards}`), number, null)
  const owner = as((await given.session(given.owner)).accessToken)
  const { value } = await owner.tell(apiKeys.create, { name: `Races ${cards}`, type: keyTypes.clients })
  const { id, appToken } = await as(value).tell(accessKeys.register, { name: 'Reader', computerId: COMPUTER })
  return { key, program: id, card: cardAt(as(appToken), number) }
}

test.each(requests)('reports a card deleted during %s as unknown', async (_, bytes) => {
  const { key, card } = await tapped()
  const asked = whileGoing('security_keys', key, () => card.ask(Buffer.from(bytes)))
  await expect(asked).rejects.toMatchObject({ status: 404, code: 'card-unknown' })
})

test.each(requests)('refuses a program revoked during %s', async (_, bytes) => {
  const { program, card } = await tapped()
  const asked = whileGoing('reader_apps', program, () => card.ask(Buffer.from(bytes)))
  await expect(asked).rejects.toMatchObject({ status: 401, code: 'reader-refused' })
})
