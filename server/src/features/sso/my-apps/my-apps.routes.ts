import { myApps } from '@claviger/contract/sso/my-apps'
import { bind } from '#http/bind.ts'
import { listTiles, markAsFavorite, explainVisibility } from './my-apps.ts'

export default bind(myApps, { list: listTiles, star: markAsFavorite, why: explainVisibility })
