import * as z from 'zod/mini'
import { feature, get, put } from '../platform/endpoint.ts'
import { id, Nothing } from '../platform/fields.ts'

/** Maximum size of an icon in bytes, and its side length in pixels; the browser scales it down before uploading. */
export const mostPictureBytes = 65_536
export const mostPicturePoints = 512
export const picturePoints = 128

const says = 'Choose a PNG, JPEG, or WebP picture'

const Picture = z
  .string()
  .check(
    z.maxLength(90_000, 'Choose a picture smaller than 64 KB'),
    z.regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, says),
  )

export const pictures = feature('pictures', ['applications', 'my-apps'], {
  set: put('/api/sso/applications/{id}/picture', {
    summary: 'Set or remove the picture of an application',
    input: z.object({ id, picture: z.nullable(Picture) }),
    reply: z.object({ picture: z.nullable(z.string()) }),
    may: 'applications.write',
    fresh: true,
    bodyLimit: 128 * 1024,
    fails: ['not-found', 'image-too-large', 'image-type'],
  }),
  get: get('/api/application-picture/{workspace}/{digest}', {
    summary: 'Get the picture of an application by its digest; can be cached permanently',
    input: z.object({ workspace: id, digest: z.string().check(z.regex(/^[\w-]{22}$/)) }),
    reply: Nothing,
    may: 'public',
    answers: 'file',
    limit: 'lookup',
    fails: ['not-found', 'too-many'],
  }),
})
