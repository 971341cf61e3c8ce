import { links } from '@claviger/contract/directories/links'
import { bind } from '#http/bind.ts'
import { keepApart, linkClash, listClashes } from './match-conflicts.ts'
import { keeperOf } from './links.calls.ts'

export default bind(links, { clashes: listClashes, keeper: keeperOf, link: linkClash, apart: keepApart })
