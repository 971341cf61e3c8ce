import { describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { days } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { endLinks, accountLinkOf, makeLink, openLink, setLinkChallenge, useLink } from './account-links.ts'

const { clock, given, world } = await startTestApp()
const request = { id: 'test', ip: '::1', userAgent: '' }
const actor = { kind: 'nobody' } as const
const inside = <T>(work: (ctx: TransactionContext) => Promise<T>) =>
  transact(world, { actor, request, workspace: given.user.workspace }, work)
const open = (text: string) => transact(world, { actor, request }, ctx => openLink(ctx, text))
const made = async (lastsDays = 7) => {
  const address = await inside(ctx => makeLink(ctx, { user: given.user.id, purpose: 'activation', lastsDays }))
  return new URL(address).searchParams.get('link') as string
}

describe('account links', () => {
  test('a link identifies its user each time it is opened, until it is used once', async () => {
    const text = await made()
    const link = await open(text)
    expect(link).toMatchObject({ user: given.user.id, purpose: 'activation' })
    expect(await open(text)).toEqual(link)
    await inside(ctx => setLinkChallenge(ctx, link.id, Buffer.from('challenge')))
    expect((await inside(ctx => accountLinkOf(ctx, link.id)))?.challenge?.toString()).toBe('challenge')
    const uses = await Promise.allSettled([1, 2].map(() => inside(ctx => useLink(ctx, link.id))))
    expect(uses.map(use => use.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(open(text)).rejects.toMatchObject({ code: 'link-spent' })
    expect(await inside(ctx => accountLinkOf(ctx, link.id))).toBeUndefined()
  })

  test('a newer link ends the older one for the same purpose, and an email change ends all links', async () => {
    const older = await made()
    const newer = await made()
    await expect(open(older)).rejects.toMatchObject({ code: 'link-spent' })
    await open(newer)
    await inside(ctx => endLinks(ctx, given.user.id))
    await expect(open(newer)).rejects.toMatchObject({ code: 'link-spent' })
  })

  test('expired, forged, shortened, and malformed links are refused', async () => {
    const text = await made(1)
    const forged = Buffer.from(text, 'base64url')
    forged[60] = (forged[60] ?? 0) ^ 1
    const elsewhere = Buffer.from(text, 'base64url')
    elsewhere.fill(7, 0, 16)
    for (const wrong of [forged.toString('base64url'), elsewhere.toString('base64url'), text.slice(0, 40), '', '%00'])
      await expect(open(wrong)).rejects.toMatchObject({ code: 'link-spent' })
    clock.forward(days(1))
    await expect(open(text)).rejects.toMatchObject({ code: 'link-spent' })
  })
})
