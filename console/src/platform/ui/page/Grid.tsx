import { Box, polymorphic } from '@mantine/core'
import type { BoxProps } from '@mantine/core'
import type { CSSProperties } from 'react'
import classes from './grid.module.css'

export interface GridProps extends BoxProps {
  /** Tracks as in CSS, or the smallest width of equal columns in pixels: as many as fit. */
  columns: string | number
  /** Keeps the place of columns that are empty. */
  keeps?: boolean
  gap?: CSSProperties['gap']
  align?: CSSProperties['alignItems']
  /** Windows narrower than this, in pixels, show the tracks of `narrow`. */
  below?: 768 | 1024 | 1200 | undefined
  narrow?: string
  /** On phones, the first child has a line of its own. */
  lead?: boolean
}

const tracksOf = (columns: string | number, keeps: boolean) =>
  typeof columns === 'string' ? columns : `repeat(${keeps ? 'auto-fill' : 'auto-fit'}, minmax(${columns}px, 1fr))`

export const Grid = polymorphic<'div', GridProps>(
  ({
    columns,
    keeps = false,
    gap = 16,
    align,
    below,
    narrow = 'minmax(0, 1fr)',
    lead,
    className = '',
    style,
    ...rest
  }: GridProps) => (
    <Box
      className={`${classes.grid ?? ''} ${className}`}
      data-below={below}
      data-lead={lead || undefined}
      __vars={{ '--columns': tracksOf(columns, keeps), ...(below && { '--narrow': narrow }) }}
      style={[{ gap, alignItems: align }, style]}
      {...rest}
    />
  ),
)
