import { namedLists } from '@claviger/contract/rules/named-lists'
import { bind } from '#http/bind.ts'
import { listAsFile } from './file.ts'
import { listVersions, restoreList } from './history.ts'
import { checkLines } from './lines.ts'
import { getList, listLists, listNames } from './named-lists.ts'
import { createList, removeLists, updateOne } from './named-lists.save.ts'

export default bind(namedLists, {
  create: createList,
  list: listLists,
  removeMany: removeLists,
  names: listNames,
  get: getList,
  update: updateOne,
  check: checkLines,
  history: listVersions,
  restore: restoreList,
  file: listAsFile,
})
