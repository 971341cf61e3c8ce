import { links } from '@claviger/contract/directories/links'
import { bind } from '../../../http/bind.ts'
import { keepApart, linkClash, listClashes } from './clashes.ts'

export default bind(links, { clashes: listClashes, link: linkClash, apart: keepApart })
