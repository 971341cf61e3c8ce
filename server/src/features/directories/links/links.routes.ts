import { links } from '@claviger/contract/directories/links'
import { bind } from '#http/bind.ts'
import { keepApart, linkClash, listClashes } from './match-conflicts.ts'
import { linkGroups } from './precedence/linked-group-pairs.ts'
import { keeperOf } from './links.calls.ts'

export default bind(links, { clashes: listClashes, keeper: keeperOf, link: linkClash, linkGroups, apart: keepApart })
