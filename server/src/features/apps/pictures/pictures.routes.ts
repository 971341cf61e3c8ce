import { pictures } from '@claviger/contract/apps/pictures'
import { bind } from '#http/bind.ts'
import { readPicture, setPicture } from './pictures.ts'

export default bind(pictures, { set: setPicture, get: readPicture })
