import { hash } from 'node:crypto'
import { messages } from '@claviger/contract/ground/messages'
import { imageSize } from 'image-size'
import { problem } from '../../../ground/problem.ts'

type MediaType = 'image/png' | 'image/jpeg' | 'image/webp'

/** A picture whose content is what it claims to be. */
export interface Picture {
  mediaType: MediaType
  bytes: Buffer
}

/** What is taken, and what is said where something else comes. */
interface Bounds {
  readonly field: string
  /** So many bytes at most. */
  readonly bytes: number
  /** And so many points on a side. */
  readonly points: number
  readonly kinds: readonly MediaType[]
  readonly tooLarge: string
  readonly otherKind: string
}
const ofWorkspaces: Bounds = {
  field: 'icon',
  bytes: 1_048_575,
  points: 8192,
  kinds: ['image/png', 'image/jpeg'],
  tooLarge: messages['image.too-large'],
  otherKind: messages['image.type'],
}
// Sizes stand near the beginning; reading further only costs time on files made to waste it
const headLength = 262_144

const beginnings: Readonly<Record<MediaType, (bytes: Buffer) => boolean>> = {
  'image/png': bytes => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a',
  'image/jpeg': bytes => bytes.subarray(0, 3).toString('hex') === 'ffd8ff',
  'image/webp': bytes => /^RIFF[\s\S]{4}WEBP/.test(bytes.subarray(0, 12).toString('latin1')),
}

/** Reads a data address and looks at what it really holds (decision G33). Throws image-too-large and image-type. */
export function pictureOf(dataAddress: string, bounds = ofWorkspaces): Picture {
  const { field, tooLarge, otherKind } = bounds
  const bytes = Buffer.from(dataAddress.slice(dataAddress.indexOf(',') + 1), 'base64')
  if (bytes.length > bounds.bytes) throw problem('image-too-large', tooLarge, [{ field, message: tooLarge }])
  const mediaType = bounds.kinds.find(kind => beginnings[kind](bytes))
  if (mediaType === undefined || !hasSize(bytes, bounds.points))
    throw problem('image-type', otherKind, [{ field, message: otherKind }])
  return { mediaType, bytes }
}

function hasSize(bytes: Buffer, most: number): boolean {
  try {
    const { width, height } = imageSize(bytes.subarray(0, headLength))
    return width > 0 && height > 0 && width <= most && height <= most
  } catch {
    return false
  }
}

/** The picture as a data address. */
export const dataAddressOf = ({ mediaType, bytes }: Picture): string =>
  `data:${mediaType};base64,${bytes.toString('base64')}`

/** What changes when the picture does; a part of its address. */
export const digestOf = ({ bytes }: Picture): string => hash('sha256', bytes, 'base64url').slice(0, 22)
