import { downloads } from '@claviger/contract/oversight/downloads'
import { bind } from '#http/bind.ts'
import { listDownloads } from './downloads.ts'
import { program } from './programs.ts'

export default bind(downloads, { list: listDownloads, program })
