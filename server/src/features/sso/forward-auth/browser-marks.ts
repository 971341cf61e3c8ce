import { createHash, randomBytes } from 'node:crypto'
import { keyedHash, sameBytes } from '#platform/secrets/seal.ts'
import type { AppContext } from '#platform/app-context.ts'

// Codes and cookies: a pass ID with a MAC, so that forged ones cost no database query

type Purpose = 'code' | 'cookie'

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const markOf = ({ hashKey }: Pick<AppContext, 'hashKey'>, purpose: Purpose, id: string) =>
  keyedHash(hashKey, `proxy-pass ${purpose}`, id)

export const markFor = (world: Pick<AppContext, 'hashKey'>, purpose: Purpose, id: string): string =>
  `${id}.${markOf(world, purpose, id).toString('base64url')}`

export function readMark(
  world: Pick<AppContext, 'hashKey'>,
  purpose: Purpose,
  text: string | undefined,
): string | undefined {
  const [id = '', mark = ''] = (text ?? '').split('.')
  return isId.test(id) && sameBytes(Buffer.from(mark, 'base64url'), markOf(world, purpose, id)) ? id : undefined
}

export const newBrowser = (): string => randomBytes(24).toString('base64url')
export const isBrowser = (text: string | undefined): text is string => text !== undefined && /^[\w-]{32}$/.test(text)
export const hashOfBrowser = (text: string): Buffer => createHash('sha256').update(text).digest()
