import { okta } from '@claviger/contract/directories/okta'
import { bind } from '#http/bind.ts'
import { createOkta, getOkta, oktaGroups, updateOkta } from './okta.ts'

export default bind(okta, { groups: oktaGroups, create: createOkta, get: getOkta, update: updateOkta })
