import { createHash, randomBytes } from 'node:crypto'
import { keyedHash, sameBytes } from '../../../ground/secrets/seal.ts'
import type { World } from '../../../ground/world.ts'

// What codes and cookies hold: the id of a pass with a mark that only we can make, so that what strangers make up costs
// no look into the database

type Purpose = 'code' | 'cookie'

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const markOf = ({ hashKey }: Pick<World, 'hashKey'>, purpose: Purpose, id: string) =>
  keyedHash(hashKey, `proxy-pass ${purpose}`, id)

/** A pass as a code or a cookie names it. */
export const marked = (world: Pick<World, 'hashKey'>, purpose: Purpose, id: string): string =>
  `${id}.${markOf(world, purpose, id).toString('base64url')}`

/** The pass that a code or cookie names; undefined for one that we did not make. */
export function unmarked(
  world: Pick<World, 'hashKey'>,
  purpose: Purpose,
  text: string | undefined,
): string | undefined {
  const [id = '', mark = ''] = (text ?? '').split('.')
  return isId.test(id) && sameBytes(Buffer.from(mark, 'base64url'), markOf(world, purpose, id)) ? id : undefined
}

/** What a browser is known by at a host while it is on its way to us and back. */
export const newBrowser = (): string => randomBytes(24).toString('base64url')
export const isBrowser = (text: string | undefined): text is string => text !== undefined && /^[\w-]{32}$/.test(text)
export const hashOfBrowser = (text: string): Buffer => createHash('sha256').update(text).digest()
