import { expect, test } from 'vitest'
import { directories } from '#test/api/directories.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { assignCard, cardAt, registerReader } from '#test/api/reader.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { applyUsers, applyLeaving, type DirectoryPerson } from './links.ts'

const home = await startTestApp()
const { add, inside } = directories(home)
const reader = home.as(await registerReader(home))

type Leaves = (ctx: TransactionContext, connection: ConnectedDirectory, person: DirectoryPerson) => Promise<unknown>
const leavings: [how: string, cardNumber: string, leaves: Leaves][] = [
  ['left', 'BADCAB31', (ctx, connection, { anchor }) => applyLeaving(ctx, connection, [anchor])],
  ['disabled', 'BADCAB32', (ctx, connection, person) => applyUsers(ctx, connection, [{ ...person, active: false }])],
]

test.each(leavings)(
  'the card of a user who is %s in the directory stops working at commit',
  async (how, number, leaves) => {
    const connection = await add({ kind: 6, name: `Of ${how}` })
    const email = `${how}@corp.example`
    const person = { anchor: how, active: true, fields: { userId: email, firstName: 'Lea', lastName: how, email } }
    const [applied] = await inside(ctx => applyUsers(ctx, connection, [person]))
    await assignCard(home, applied?.user as string, number, '274936')
    const card = cardAt(reader, number)
    const status = async () => {
      card.tap()
      return (await card.ask(Buffer.of(4))).status
    }
    expect(await status()).toBe(0)
    await inside(ctx => leaves(ctx, connection, person))
    await expect(status()).rejects.toMatchObject({ code: 'key-suspended' })
    await inside(ctx => applyUsers(ctx, connection, [person]))
    expect(await status()).toBe(0)
  },
)
