import { lookAtScreens } from '../screens.ts'

lookAtScreens(3, 4)
