declare module '*.md?guide' {
  const html: string
  export default html
}

/** Version of the product, when the console was built. */
declare const __VERSION__: string
