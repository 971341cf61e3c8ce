import { hash } from 'node:crypto'
import { messages } from '@claviger/contract/platform/messages'
import { imageSize } from 'image-size'
import { problem } from '#platform/problem.ts'

type MediaType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface Picture {
  mediaType: MediaType
  bytes: Buffer
}

interface Bounds {
  readonly field: string
  readonly bytes: number
  /** Maximum width and height. */
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
// Dimensions are near the beginning; reading further only wastes time on malicious files
const headLength = 131_072

const beginnings: Readonly<Record<MediaType, (bytes: Buffer) => boolean>> = {
  'image/png': bytes => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a',
  'image/jpeg': bytes => bytes.subarray(0, 3).toString('hex') === 'ffd8ff',
  'image/webp': bytes => /^RIFF[\s\S]{4}WEBP/.test(bytes.subarray(0, 12).toString('latin1')),
}

/** Parses a data URL and checks its actual content (decision G33). @throws image-too-large, image-type */
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

export const dataAddressOf = ({ mediaType, bytes }: Picture): string =>
  `data:${mediaType};base64,${bytes.toString('base64')}`

export const digestOf = ({ bytes }: Picture): string => hash('sha256', bytes, 'base64url').slice(0, 22)
