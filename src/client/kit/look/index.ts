// The look of every screen: typeface, tokens, base styles. Imported once, by the shell and by the gallery.
import '@fontsource-variable/inter/index.css'
import './tokens.css'
import './base.css'
