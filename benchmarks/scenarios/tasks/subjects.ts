import { randomInt } from 'node:crypto'
import type { Hand } from './hand.ts'
import type { Desk } from './task.ts'

export interface Subject {
  id: string
  name: string
  userId: string
}

export interface CardHolder extends Subject {
  key: string
  number: string
}

let made = 0

/** A new user for one task, whose name no other user has. */
export async function newSubject({ ask }: Desk): Promise<Subject> {
  const mark = `${Date.now()}${++made}`
  const userId = `una-${mark}@bench.example`
  const [firstName, lastName] = ['Una', `Holm${mark}`]
  const { id } = await ask<{ id: string }>('POST', '/administrator/tokens', {
    userId,
    email: userId,
    firstName,
    lastName,
  })
  return { id, name: `${firstName} ${lastName}`, userId }
}

export async function newCardHolder(desk: Desk): Promise<CardHolder> {
  const subject = await newSubject(desk)
  const number = newCardNumber()
  const { key } = await desk.ask<{ key: { id: string } }>('POST', '/administrator/tokens/userInfo/securitykey', {
    userId: subject.id,
    type: 2,
    activation: 1,
    cardId: number,
    cardFormat: 'decimal',
  })
  return { ...subject, key: key.id, number }
}

export const newCardNumber = (): string => String(randomInt(100_000_000, 1_000_000_000))

export async function openUser({ page, jump }: Hand, { userId, name }: Subject): Promise<void> {
  await jump(userId)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

export async function openMenu({ page, click }: Hand, { name }: Subject, item: string): Promise<void> {
  await click(page.getByRole('button', { name: `More actions for ${name}` }))
  await click(page.getByRole('menuitem', { name: item, exact: true }))
}
