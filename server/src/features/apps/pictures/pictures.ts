import { mostPictureBytes, mostPicturePoints, type pictures } from '@claviger/contract/apps/pictures'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { enterWorkspace, workspaceOf } from '#platform/db/transaction.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { FileReply } from '#http/bind.ts'
import { digestOf, pictureOf } from '#features/tenancy/workspaces/workspaces.image.ts'
import { pictureAddress, pictureFor } from '../applications/applications.pictures.ts'
import { applicationById } from '../applications/applications.ts'
import { deletePicture, findPicture, putPicture } from './pictures.store.ts'

type InputFor<Call extends keyof typeof pictures.calls> = OutputOf<(typeof pictures.calls)[Call]['input']>

const bounds = {
  field: 'picture',
  bytes: mostPictureBytes,
  points: mostPicturePoints,
  kinds: ['image/png', 'image/jpeg', 'image/webp'],
  tooLarge: msg('Choose a picture smaller than 64 KB'),
  otherKind: msg('Choose a PNG, JPEG, or WebP picture'),
} as const

/** Sets or removes an application's icon; idempotent. @throws not-found, image-too-large, image-type */
export async function setPicture(ctx: TransactionContext, { id, picture }: InputFor<'set'>) {
  const given = picture === null ? undefined : pictureOf(picture, bounds)
  const application = await applicationById(ctx, id)
  if (!application) throw problem('not-found')
  const before = await pictureFor(ctx, application)
  const digest = given ? digestOf(given) : null
  const after = pictureAddress(ctx, digest)
  if (before === after) return { picture: after }
  if (given && digest !== null)
    await putPicture(ctx.db, {
      workspace_id: workspaceOf(ctx),
      application_id: id,
      media_type: given.mediaType,
      bytes: given.bytes,
      digest,
    })
  else await deletePicture(ctx.db, id)
  const object = { type: 'application', id, name: application.name }
  await record(ctx, { action: 'application.updated', object, before: { picture: before }, after: { picture: after } })
  return { picture: after }
}

/** An application's icon; public for callers that know its digest. @throws not-found */
export async function readPicture(ctx: TransactionContext, { workspace, digest }: InputFor<'get'>): Promise<FileReply> {
  await enterWorkspace(ctx, workspace.toLowerCase())
  const row = await findPicture(ctx.db, digest)
  if (!row) throw problem('not-found')
  return new FileReply(row.bytes, row.media_type, {
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${digest}"`,
    'content-security-policy': "default-src 'none'",
    'content-disposition': 'inline',
  })
}
