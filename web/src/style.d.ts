// The bundler turns imports of style sheets into studio.css.
declare module "*.css";
