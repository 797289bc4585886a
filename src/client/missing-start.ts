declare global {
  interface Window {
    knurlMissing?: (file: string) => void;
  }
}

/**
 * Stands inline in the page: without its first scripts a page looks whole and does nothing. It says so, asks for the
 * missing file again until it is there, and then loads the page anew; not over what somebody has typed, and not for ever.
 */
export const ASK_AGAIN = `knurlMissing=function(f){
if(document.getElementById('missing'))return;
let b=document.createElement('p'),n=0,w='A part of this page could not be loaded. ';
b.id='missing';b.setAttribute('role','alert');b.style.cssText='margin:0;padding:12px 16px;background:#fdf0df;text-align:center';
b.innerHTML='<span></span><a href="">Reload the page</a>';b.firstChild.textContent=w+'Trying again … ';
document.body.prepend(b);
let t=setInterval(()=>{if(++n>12){clearInterval(t);b.firstChild.textContent=w;return}
fetch(f,{cache:'reload'}).then(r=>{if(!r.ok)return;clearInterval(t);b.firstChild.textContent=w+'It is available now. ';
let k='knurlAgain',c=+sessionStorage.getItem(k)||0;
if(c<2&&![...document.querySelectorAll('input,textarea')].some(i=>i.value!==i.defaultValue)){sessionStorage.setItem(k,c+1);location.reload()}},()=>0)},5000)};
addEventListener('error',e=>{let s=e.target;s&&s.tagName==='SCRIPT'&&s.type==='module'&&knurlMissing(s.src)},true)`.replaceAll(
  '\n',
  '',
);
