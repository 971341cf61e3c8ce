import type { ComponentProps } from 'react'

/** A link whose words come from the text around it. */
export const Anchor = ({ children, ...rest }: ComponentProps<'a'>) => <a {...rest}>{children}</a>
