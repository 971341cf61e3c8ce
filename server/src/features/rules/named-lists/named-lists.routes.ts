import { namedLists } from '@claviger/contract/rules/named-lists'
import { bind } from '#http/bind.ts'
import { listAsFile } from './file.ts'
import { listNamedListVersions, restoreList } from './history.ts'
import { checkLines } from './lines.ts'
import { getList, listLists, listNamesOfLists } from './named-lists.ts'
import { createList, removeLists, updateNamedList } from './named-lists.save.ts'

export default bind(namedLists, {
  create: createList,
  list: listLists,
  removeMany: removeLists,
  names: listNamesOfLists,
  get: getList,
  update: updateNamedList,
  check: checkLines,
  history: listNamedListVersions,
  restore: restoreList,
  file: listAsFile,
})
