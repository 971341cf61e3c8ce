import { myApps } from '@claviger/contract/sso/my-apps'
import { bind } from '#http/bind.ts'
import { listTiles, star, whySeen } from './my-apps.ts'

export default bind(myApps, { list: listTiles, star, why: whySeen })
