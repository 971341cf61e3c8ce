import { selfService } from '@claviger/contract/access/self-service'
import { beforeEach, expect, test } from 'vitest'
import { addPage, pageHelpers, tapAt, visitPage, workOut } from '#test/api/card-page.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { isProofValid } from '#features/access/guesses/guesses.work.ts'

const home = await startTestApp()
const { given, clock, app } = home
const { forgetTries } = pageHelpers(home)
beforeEach(forgetTries)
const byLogin = { fields: { userId: true, employeeId: false, lastName: false } }
type Task = { salt: string; bits: number }

test('after five wrong answers from an address, the next attempt requires proof of work and is not refused', async () => {
  const page = await addPage(home, byLogin)
  const stranger = await tapAt(home, page, 'AB0001')
  for (let n = 0; n < 5; n++)
    expect(await stranger.ask(selfService.token, { userId: 'x' })).toMatchObject({ status: 404 })
  const person = await visitPage(home, page)
  await person.tell(selfService.start, { type: 0 })
  const card = { id: page, cardId: 'AB0002', type: 'card' } as const
  const asked = await person.ask(selfService.lookup, card)
  expect(asked).toMatchObject({ status: 403, body: { code: 'proof-needed', message: expect.any(String) as unknown } })
  const work = asked.body['work'] as Task
  expect(work.bits).toBe(12)
  expect(await person.ask(selfService.lookup, { ...card, proof: '1' })).toMatchObject({ status: 403 })
  const again = (await person.ask(selfService.lookup, card)).body['work'] as Task
  expect(again.salt).not.toBe(work.salt)
  expect(await person.ask(selfService.lookup, { ...card, proof: workOut(work) })).toMatchObject({ status: 403 })
  const last = (await person.ask(selfService.lookup, card)).body['work'] as Task
  await person.tell(selfService.lookup, { ...card, proof: workOut(last) })
  await person.tell(selfService.token, { userId: given.user.email })
  expect(await person.ask(selfService.token, { userId: 'wrong' })).toMatchObject({ status: 404 })
  expect(await person.ask(selfService.token, { userId: given.user.email })).toMatchObject({ status: 403 })
  clock.forward(10 * 60_000)
  await person.tell(selfService.token, { userId: given.user.email })
})

test('required work doubles whenever the number of wrong answers doubles', async () => {
  const page = await addPage(home, { ...byLogin, limits: { card: 100 } })
  const bits: number[] = []
  const visitor = await tapAt(home, page, 'AB0003')
  for (let n = 0; n < 45; n++) {
    const { status, body } = await visitor.ask(selfService.token, { userId: 'x' })
    if (status !== 403) continue
    bits.push((body['work'] as Task).bits)
    await visitor.ask(selfService.token, { userId: 'x', proof: workOut(body['work'] as Task) })
  }
  expect(bits).toEqual(bits.toSorted((a, b) => a - b))
  // 12 bits after 5 wrong answers, one more after 10, 20, and 40
  const times = [12, 13, 14, 15].map(one => bits.filter(other => other === one).length)
  expect(times.slice(0, 3)).toEqual([5, 10, 20])
  expect(times[3]).toBeGreaterThan(0)
})

test('a card that is tried too often requires the most work', async () => {
  const page = await addPage(home, { ...byLogin, limits: { card: 2, page: 10 } })
  for (let n = 0; n < 2; n++) await tapAt(home, page, 'AB0004')
  const third = await tapAt(home, page, 'AB0004')
  const { body } = await third.ask(selfService.token, { userId: given.user.email })
  expect(body).toMatchObject({ code: 'proof-needed', work: { bits: 18 } })
  const solved = { userId: given.user.email, proof: workOut(body['work'] as Task) }
  expect(await third.ask(selfService.token, solved)).toMatchObject({ status: 200 })
})

test('a hospital with 500 users behind one address gets through a shift change', async () => {
  const page = await addPage(home, { ...byLogin, limits: { page: 1000 } })
  for (let n = 0; n < 500; n += 25) {
    const all = Array.from({ length: 25 }, (_one, k) => tapAt(home, page, (0x100000 + n + k).toString(16)))
    await Promise.all(all)
  }
}, 60_000)

test('notifies the help desk of a user who cannot continue', async () => {
  const page = await addPage(home, { ...byLogin, tellDesk: { on: true, email: 'desk@northgate.example', after: 2 } })
  const visitor = await tapAt(home, page, 'AB0005')
  for (let n = 0; n < 3; n++) await visitor.ask(selfService.token, { userId: 'x' })
  expect((await home.mailTo('desk@northgate.example')).subject).toBe(
    `A user needs help on the card page “Badges ${page}”`,
  )
})

test('the OpenAPI document describes the proof-of-work task', async () => {
  const { body } = await app.inject({ url: '/openapi.json' })
  const { components } = JSON.parse(body) as { components: { schemas: { Problem: { properties: object } } } }
  expect(components.schemas.Problem.properties).toHaveProperty('work')
})

test('accepts a number whose hash has the required zero bits', () => {
  for (const bits of [1, 7, 8, 9, 12]) expect(isProofValid('salt', workOut({ salt: 'salt', bits }), bits)).toBe(true)
  expect(isProofValid('salt', workOut({ salt: 'other', bits: 12 }), 12)).toBe(false)
})
