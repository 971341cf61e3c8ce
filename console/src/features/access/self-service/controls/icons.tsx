import type { SVGAttributes } from 'react'

interface IconProps extends Omit<SVGAttributes<SVGSVGElement>, 'stroke'> {
  size: number
  stroke: number
}

/** Draws an icon from Tabler's paths (MIT). Its package would add a framework that this page does not use. */
const drawn =
  (paths: string, filled = false) =>
  ({ size, stroke, ...rest }: IconProps) => (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      <path d={paths} />
    </svg>
  )

export const IconAlertTriangle = drawn(
  'M12 9v4M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0M12 16h.01',
)
export const IconArrowLeft = drawn('M5 12l14 0M5 12l6 6M5 12l6 -6')
export const IconCheck = drawn('M5 12l5 5l10 -10')
export const IconChevronDown = drawn('M6 9l6 6l6 -6')
export const IconChevronRight = drawn('M9 6l6 6l-6 6')
export const IconCircle = drawn('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0')
export const IconCircleCheckFilled = drawn(
  'M17 3.34a10 10 0 1 1 -14.995 8.984l-.005 -.324l.005 -.324a10 10 0 0 1 14.995 -8.336zm-1.293 5.953a1 1 0 0 0 -1.32 -.083l-.094 .083l-3.293 3.292l-1.293 -1.292l-.094 -.083a1 1 0 0 0 -1.403 1.403l.083 .094l2 2l.094 .083a1 1 0 0 0 1.226 0l.094 -.083l4 -4l.083 -.094a1 1 0 0 0 -.083 -1.32z',
  true,
)
export const IconCircleMinus = drawn('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M9 12l6 0')
export const IconCircleX = drawn('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M10 10l4 4m0 -4l-4 4')
export const IconDeviceMobile = drawn(
  'M6 5a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-14M11 4h2M12 17v.01',
)
export const IconEye = drawn(
  'M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6',
)
export const IconEyeOff = drawn(
  'M10.585 10.587a2 2 0 0 0 2.829 2.828M16.681 16.673a8.717 8.717 0 0 1 -4.681 1.327c-3.6 0 -6.6 -2 -9 -6c1.272 -2.12 2.712 -3.678 4.32 -4.674m2.86 -1.146a9.055 9.055 0 0 1 1.82 -.18c3.6 0 6.6 2 9 6c-.666 1.11 -1.379 2.067 -2.138 2.87M3 3l18 18',
)
export const IconId = drawn(
  'M3 7a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v10a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3l0 -10M7 10a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M15 8l2 0M15 12l2 0M7 16l10 0',
)
export const IconInfoCircle = drawn('M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M12 9h.01M11 12h1v4h1')
export const IconLanguage = drawn(
  'M9 6.371c0 4.418 -2.239 6.629 -5 6.629M4 6.371h7M5 9c0 2.144 2.252 3.908 6 4M12 20l4 -9l4 9M19.1 18h-6.2M6.694 3l.793 .582',
)
export const IconLockQuestion = drawn(
  'M15 21h-8a2 2 0 0 1 -2 -2v-6a2 2 0 0 1 2 -2h10c.265 0 .518 .052 .75 .145M11 16a1 1 0 1 0 2 0a1 1 0 0 0 -2 0M8 11v-4a4 4 0 1 1 8 0v4M19 22v.01M19 19a2.003 2.003 0 0 0 .914 -3.782a1.98 1.98 0 0 0 -2.414 .483',
)
export const IconMail = drawn(
  'M3 7a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10M3 7l9 6l9 -6',
)
export const IconNfc = drawn(
  'M11 20a3 3 0 0 1 -3 -3v-11l5 5M13 4a3 3 0 0 1 3 3v11l-5 -5M4 7a3 3 0 0 1 3 -3h10a3 3 0 0 1 3 3v10a3 3 0 0 1 -3 3h-10a3 3 0 0 1 -3 -3l0 -10',
)
export const IconPlugConnectedX = drawn(
  'M20 16l-4 4M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5M3 21l2.5 -2.5M18.5 5.5l2.5 -2.5M10 11l-2 2M13 14l-2 2M16 16l4 4',
)
export const IconUser = drawn('M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0M6 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2')
