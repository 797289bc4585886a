export const CATEGORIES = {};
export const SCENES = {};
