import { links } from '@claviger/contract/directories/links'
import { bind } from '#http/bind.ts'
import { keepSeparate, linkMatchConflict, listMatchConflicts } from './match-conflicts.ts'
import { linkGroups } from './precedence/linked-group-pairs.ts'
import { unlink } from './precedence/unlink.ts'
import { directoriesOfUser } from './links.calls.ts'

export default bind(links, {
  clashes: listMatchConflicts,
  keeper: directoriesOfUser,
  link: linkMatchConflict,
  linkGroups,
  unlink,
  apart: keepSeparate,
})
