import { downloads } from '@claviger/contract/oversight/downloads'
import { bind } from '../../../http/bind.ts'
import { listDownloads } from './downloads.ts'

export default bind(downloads, { list: listDownloads })
