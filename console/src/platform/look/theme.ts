import { ActionIcon, Button, createTheme, Input, InputWrapper, Loader } from '@mantine/core'
import type { MantineColorsTuple } from '@mantine/core'

const verdigris: MantineColorsTuple = [
  '#effafc',
  '#dbf2f7',
  '#b6e4ee',
  '#89d2e0',
  '#59bbce',
  '#309fb3',
  '#158192',
  '#046573',
  '#05515d',
  '#07373f',
]

// A dialog's header is not the page's banner; with two dialogs there would be two banners
const noLandmark = { header: { role: 'presentation' } }
const titled = { title: 'cv-title' }

export const theme = createTheme({
  colors: { verdigris },
  primaryColor: 'verdigris',
  primaryShade: 7,
  defaultRadius: 6,
  fontFamily: 'var(--cv-sans)',
  fontFamilyMonospace: 'var(--cv-mono)',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm', loaderProps: { size: 16 } } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { size: 'md', variant: 'subtle' } }),
    Input: Input.extend({ defaultProps: { size: 'sm' } }),
    InputWrapper: InputWrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'], withAsterisk: false },
    }),
    Loader: Loader.extend({ defaultProps: { size: 20 } }),
    // Scroll locking uses our own style sheet, because the strict CSP blocks inline styles
    Modal: {
      defaultProps: {
        lockScroll: false,
        size: 480,
        centered: true,
        transitionProps: { duration: 100 },
        attributes: noLandmark,
        classNames: titled,
      },
    },
    Drawer: {
      defaultProps: {
        lockScroll: false,
        position: 'right',
        size: 560,
        transitionProps: { duration: 150 },
        attributes: noLandmark,
        classNames: titled,
      },
    },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        position: 'bottom-end',
        transitionProps: { duration: 100 },
        offset: 4,
        shadow: 'md',
      },
    },
    Popover: { defaultProps: { transitionProps: { duration: 100 }, offset: 4 } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 100 } } },
  },
})
