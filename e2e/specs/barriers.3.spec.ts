import { lookAtScreens } from '../screens.ts'

lookAtScreens(2, 4)
