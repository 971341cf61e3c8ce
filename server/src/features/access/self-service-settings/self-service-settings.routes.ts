import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { bind, withoutTransaction } from '#http/bind.ts'
import { tryAutomatic } from './try-automatic.ts'
import { createPage, getPage, listPages, makeSecret, removePage, turnPage, updatePage } from './page-changes.ts'
import { codeOf, posterOf } from './poster/poster.ts'
import { previewPage } from './page-preview.ts'
import { resultsOfPage } from './page-results.ts'
import { listPageVersions, restorePage } from './versions.ts'

export default bind(selfServicePages, {
  list: listPages,
  get: getPage,
  create: createPage,
  update: updatePage,
  turn: turnPage,
  remove: removePage,
  makeSecret,
  tryAutomatic: withoutTransaction(tryAutomatic),
  versions: listPageVersions,
  restore: restorePage,
  preview: previewPage,
  code: codeOf,
  poster: withoutTransaction(posterOf),
  results: resultsOfPage,
})
