import { hash } from 'node:crypto'
import { messages } from '@claviger/contract/ground/messages'
import { imageSize } from 'image-size'
import { problem } from '../../../ground/problem.ts'

/** A picture whose content is what it claims to be. */
export interface Picture {
  mediaType: 'image/png' | 'image/jpeg'
  bytes: Buffer
}

const mostBytes = 1_048_576
const mostPixels = 8192
// Sizes stand near the beginning; reading further only costs time on files made to waste it
const headLength = 262_144

const kinds = [
  { mediaType: 'image/png', begins: Buffer.from('89504e470d0a1a0a', 'hex') },
  { mediaType: 'image/jpeg', begins: Buffer.from('ffd8ff', 'hex') },
] as const

/** Reads a data address and looks at what it really holds (decision G33). Throws image-too-large and image-type. */
export function pictureOf(dataAddress: string): Picture {
  const bytes = Buffer.from(dataAddress.slice(dataAddress.indexOf(',') + 1), 'base64')
  if (bytes.length >= mostBytes) throw problem('image-too-large', undefined, wrong(messages['image.too-large']))
  const kind = kinds.find(({ begins }) => bytes.subarray(0, begins.length).equals(begins))
  if (!kind || !hasSize(bytes)) throw problem('image-type', undefined, wrong(messages['image.type']))
  return { mediaType: kind.mediaType, bytes }
}

const wrong = (message: string) => [{ field: 'icon', message }]

function hasSize(bytes: Buffer): boolean {
  try {
    const { width, height } = imageSize(bytes.subarray(0, headLength))
    return width > 0 && height > 0 && width <= mostPixels && height <= mostPixels
  } catch {
    return false
  }
}

/** The picture as a data address. */
export const dataAddressOf = ({ mediaType, bytes }: Picture): string =>
  `data:${mediaType};base64,${bytes.toString('base64')}`

/** What changes when the picture does; a part of its address. */
export const digestOf = ({ bytes }: Picture): string => hash('sha256', bytes, 'base64url').slice(0, 22)
